// Declared in COpenSSL.h.

// Declared in CSimdjson.h.

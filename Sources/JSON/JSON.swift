/// The JSON target.

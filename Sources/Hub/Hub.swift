/// The Hub target.

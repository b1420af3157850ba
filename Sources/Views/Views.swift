/// The Views target.

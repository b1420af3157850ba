/// The EventLoop target.

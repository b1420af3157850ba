/// The WebSocket target.

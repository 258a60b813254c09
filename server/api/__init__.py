"""Who asks, and what they get: HTTP and WebSocket."""

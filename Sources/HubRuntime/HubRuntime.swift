/// The HubRuntime target.

"""What an audit says, in the formats of other tools: one target, one file."""

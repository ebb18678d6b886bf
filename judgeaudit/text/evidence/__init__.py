"""What a rationale claims about the texts that were judged, held against them. `check.check_claims` is the way in."""

"""Parts of the calibration analysis, one question each: each takes a part of the table and returns a `Piece`."""

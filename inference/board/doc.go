// Package board compares results of one table: how well each predicts the same hidden rows or
// cells, with paired differences to the best; whether its draws can be trusted; what it found; and
// how well that agrees with an annotation. A [Plan] fits several models for a board.
package board

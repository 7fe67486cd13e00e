// Package board compares results of one table: how well each predicts the same hidden rows or cells, with paired
// differences to the best; whether its draws can be trusted; how many groups or factors it found; and how well they
// agree with an annotation. A [Plan] fits several models for a board.
package board

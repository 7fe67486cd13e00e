// Package predict gives the density of new rows and of missing cells: under one tree whose columns are
// independent ([Predictor]), under several with weights ([Ensemble], math 8), and where columns vary
// together ([Forecast], math 11.4 and 11.5).
package predict

// Package predict gives the density of new rows and of missing cells under trees whose columns are independent:
// of a single tree ([Predictor]) and of several with weights ([Ensemble]); see math 8.
package predict

// Package plottingtest helps to test figures: golden pictures, a canvas that records drawing calls, and random trees
// and factors to draw.
package plottingtest

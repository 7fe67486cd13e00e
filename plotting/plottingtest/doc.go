// Package plottingtest helps to test figures: golden pictures, a canvas that records
// what is drawn, and random trees and factors to draw.
package plottingtest

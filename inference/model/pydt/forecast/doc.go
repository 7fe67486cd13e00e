// Package forecast predicts new rows and missing cells where columns vary together (math 11.4, 11.5): a [Forecast] by
// trees and the Σ learnt from each, a [Together] by a draw of columns of several kinds.
package forecast

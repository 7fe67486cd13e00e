// Package ibp is the Indian buffet process: a distribution over binary matrices Z of D rows and as
// many columns as the rows need. Rows come like customers to a buffet; the columns are the dishes,
// or features.
//
// With mass α and concentration β, customer i takes each dish that m of the earlier customers took
// with probability m/(β+i−1), and then Poisson(αβ/(β+i−1)) new dishes. β = 1 is the one-parameter
// process. Large β makes features rare and many; small β makes rows share the same few. For every β
// a row has Poisson(α) features.
//
// It is the limit K → ∞ of [Finite]: K features, each with its own probability, π_k ~ Beta(αβ/K,
// β).
//
// References: Griffiths and Ghahramani (2011), The Indian buffet process: an introduction and
// review, Journal of Machine Learning Research 12; Ghahramani, Griffiths and Sollich (2007),
// Bayesian nonparametric latent feature models, for two parameters; Knowles (2012), PhD
// thesis, section 2.6.
package ibp

// Package ibp is the Indian buffet process: a distribution over binary matrices Z of D rows
// and as many columns as the rows call for. Rows come like customers to a buffet and columns
// are its dishes, or features.
//
// With mass α and concentration β, customer i takes each dish that m of those before him
// took with probability m/(β+i−1), and then Poisson(αβ/(β+i−1)) dishes that nobody took
// before. β = 1 is the process of one parameter. Large β makes features rare and many, small
// β makes rows share the same few; a row has Poisson(α) features under all β.
//
// It is the limit K → ∞ of [Finite]: K features, each with a probability of its own,
// π_k ~ Beta(αβ/K, β).
//
// References: Griffiths and Ghahramani (2011), The Indian buffet process: an introduction and
// review, Journal of Machine Learning Research 12; Ghahramani, Griffiths and Sollich (2007),
// Bayesian nonparametric latent feature models, for two parameters; Knowles (2012), PhD
// thesis, section 2.6.
package ibp

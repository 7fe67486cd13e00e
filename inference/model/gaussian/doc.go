// Package gaussian is one multivariate Gaussian with its mean and covariance integrated out: the
// baseline that a model of groups or trees has to beat.
//
// Rows are N(μ, Σ), μ | Σ ~ N(m₀, Σ/κ₀), Σ ~ IW((δ−2)·diag(v), δ+D−1), with m₀ and v the means and
// variances of the columns. δ, learnt, is the number of degrees of freedom of a column's variance.
// The posterior covariance lies between that of the rows (δ near 2) and independent columns (δ
// large), so there may be more columns than rows. δ maximises the evidence (type II maximum
// likelihood); a new row is a Student t.
// The same prior, with the same choice of δ: Hannart and Naveau (2014), Estimating high
// dimensional covariance matrices: a new look at the Gaussian conjugate framework,
// Journal of Multivariate Analysis 131, 149–162.
//
// Variational Bayes integrates missing cells out: q(μ, Σ)·Πq(missing cells of a row), whose bound
// is then the objective. With E Σ⁻¹ = νΛ⁻¹ a row's missing cells are normal about their regression
// on its observed cells, and q(μ, Σ) follows from the expected mean and scatter.
package gaussian

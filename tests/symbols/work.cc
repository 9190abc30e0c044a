/* SPDX-License-Identifier: BSD-2-Clause */
/* Something of everything that has names: templates, lambdas, operators, calls through tables. */
#include <algorithm>
#include <map>
#include <string>
#include <time.h>
#include <vector>

namespace work {

struct Base {
	virtual ~Base() = default;
	virtual long cost(long n) const = 0;
};

template <typename T> struct Shape : Base {
	T scale{2};
	__attribute__((noinline)) long cost(long n) const override
	{
		long sum = 0;
		for (volatile long i = 0; i < n; i = i + 1)
			sum += static_cast<long>(scale) * i;
		return sum;
	}
};

} // namespace work

namespace {

struct Word {
	std::string text;
	__attribute__((noinline)) bool operator<(const Word &o) const { return text < o.text; }
	explicit operator bool() const { return !text.empty(); }
};

__attribute__((noinline)) long sort_words(std::vector<Word> words)
{
	std::sort(words.begin(), words.end());
	auto longest = [&](auto from) __attribute__((noinline)) {
		size_t n = from;
		for (const Word &w : words)
			n = std::max(n, w.text.size());
		return n;
	};
	return static_cast<long>(longest(size_t{1})) + static_cast<bool>(words[0]);
}

} // namespace

extern "C" __attribute__((noinline, weak)) long weak_one(long n)
{
	work::Shape<int> a;
	work::Shape<double> b;
	const work::Base *both[] = { &a, &b };
	return both[n & 1]->cost(2000) + both[~n & 1]->cost(2000);
}

extern "C" long alias_of_it(long) __attribute__((alias("weak_one")));

int main()
{
	std::map<long, long> seen;
	std::vector<Word> words;
	struct timespec t0, t;
	long sum = 0;

	for (int i = 0; i < 300; i++)
		words.push_back({ std::string(static_cast<size_t>(i % 17), 'x') + std::to_string(i * 7919 % 1000) });
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
	do {
		for (long i = 0; i < 20; i++)
			seen[sum % 97] += weak_one(i);
		sum += sort_words(words);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	} while ((t.tv_sec - t0.tv_sec) * 1000 + (t.tv_nsec - t0.tv_nsec) / 1000000 < 150);
	return seen.empty();
}

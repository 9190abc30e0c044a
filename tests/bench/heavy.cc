/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program of many templates that are inlined into each other. Each translation unit (-DPART=n, of -DPARTS=n) has
 * types of its own, so that its debugging information is its own, too; the one without PART runs them all.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

using part_fn = uint64_t (*)(uint64_t seed);
part_fn &part(unsigned n);

#ifndef PART

static part_fn parts[PARTS];

part_fn &part(unsigned n)
{
	return parts[n];
}

int main(int argc, char **argv)
{
	uint64_t rounds = argc > 1 ? strtoull(argv[1], nullptr, 0) : 20, sum = 0;

	for (uint64_t i = 0; i < rounds; i++)
		for (part_fn f : parts)
			sum += f(i);
	printf("%llu\n", static_cast<unsigned long long>(sum));
	return 0;
}

#else

namespace {

template <int N> struct Key {
	uint32_t v;
	bool operator<(const Key &o) const { return v * 2654435761u < o.v * 2654435761u; }
	bool operator==(const Key &o) const { return v == o.v; }
};

template <int N> struct Hash {
	size_t operator()(const Key<N> &k) const { return k.v * 0x9e3779b97f4a7c15ull >> 7; }
};

template <int N> struct Leaf {
	Key<N> key;
	std::string name;
	std::vector<uint32_t> numbers;
};

template <int N> struct Node {
	std::variant<uint64_t, Leaf<N>, std::unique_ptr<Node>> value;
	std::function<uint64_t(const Node &)> weigh;
};

template <int N> uint64_t weight(const Node<N> &n)
{
	return std::visit([&](const auto &v) -> uint64_t {
		using T = std::decay_t<decltype(v)>;

		if constexpr (std::is_same_v<T, uint64_t>)
			return v;
		else if constexpr (std::is_same_v<T, Leaf<N>>)
			return std::accumulate(v.numbers.begin(), v.numbers.end(), uint64_t{v.key.v}) + v.name.size();
		else
			return v ? weight(*v) + 1 : 0;
	}, n.value);
}

template <int N> uint64_t containers(uint64_t seed)
{
	std::map<Key<N>, std::string> names;
	std::unordered_map<Key<N>, Leaf<N>, Hash<N>> leaves;
	std::set<std::tuple<Key<N>, uint32_t>> pairs;
	std::deque<Key<N>> queue;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < 200; i++) {
		Key<N> k{static_cast<uint32_t>(seed * 31 + i * 7 + N)};

		names.emplace(k, std::to_string(k.v));
		leaves[k] = Leaf<N>{k, names[k], {i, i + 1, i + 2}};
		pairs.emplace(k, i % 5);
		queue.push_back(k);
		if (queue.size() > 32)
			queue.pop_front();
	}
	for (const auto &[k, name] : names)
		sum += k.v ^ name.size();
	for (const auto &[k, leaf] : leaves)
		sum += std::accumulate(leaf.numbers.begin(), leaf.numbers.end(), 0u);
	for (const auto &[k, n] : pairs)
		sum += k.v * n;
	return sum + queue.front().v;
}

template <int N> uint64_t sorting(uint64_t seed)
{
	std::vector<Leaf<N>> v;

	for (uint32_t i = 0; i < 300; i++)
		v.push_back({{static_cast<uint32_t>(seed * 13 + i * 2654435761u)}, "x", {i}});
	std::sort(v.begin(), v.end(), [](const auto &a, const auto &b) { return a.key < b.key; });
	std::stable_sort(v.begin(), v.end(), [](const auto &a, const auto &b) { return a.key.v % 97 < b.key.v % 97; });
	auto last = std::unique(v.begin(), v.end(), [](const auto &a, const auto &b) { return a.key == b.key; });
	return static_cast<uint64_t>(last - v.begin()) + v.front().key.v;
}

template <int N> uint64_t tree(uint64_t seed, unsigned depth)
{
	Node<N> n{Leaf<N>{{static_cast<uint32_t>(seed)}, "leaf", {1, 2, 3}}, weight<N>};

	if (depth) {
		auto below = std::make_unique<Node<N>>();

		below->value = tree<N>(seed + 1, depth - 1);
		below->weigh = n.weigh;
		n.value = std::move(below);
	}
	return n.weigh(n);
}

template <int... N> uint64_t all(uint64_t seed, std::integer_sequence<int, N...>)
{
	return ((containers<N>(seed) + sorting<N>(seed) + tree<N>(seed, 12)) + ...);
}

uint64_t run(uint64_t seed)
{
	return all(seed, std::make_integer_sequence<int, KINDS>{});
}

const bool registered = (part(PART) = run, true);

} // namespace

#endif

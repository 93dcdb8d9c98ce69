//! References: the papers behind the crate, and what uses each.
//!
//! An item may differ from its paper in details, which its own page states. The counts and instances that tests and
//! benchmarks compare with are in `tests/data` and `crates/cli/data`, where each file names its source.
//!
//! # Solvers
//!
//! * E. F. Moore, "The shortest path through a maze", International Symposium on the Theory of Switching, 1959:
//!   [`BreadthFirst`](crate::BreadthFirst).
//! * I. Pohl, "Bi-directional search", Machine Intelligence 6, 1971: [`Bidirectional`](crate::Bidirectional).
//! * E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959:
//!   [`UniformCost`](crate::UniformCost), [`Distances`](crate::answers::Distances).
//! * P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost paths",
//!   IEEE Transactions on Systems Science and Cybernetics 4(2), 1968: [`AStar`](crate::AStar).
//! * A. Kishimoto, A. Fukunaga, A. Botea, "Evaluation of a simple, scalable, parallel best-first search strategy",
//!   Artificial Intelligence 195, 2013: [`AStar::threads`](crate::AStar::threads),
//!   [`UniformCost::threads`](crate::UniformCost::threads).
//! * S. Sadhukhan, "A new approach to bidirectional heuristic search using error functions", annual convention of the
//!   Computer Society of India, 2012: [`BaeStar`](crate::solvers::BaeStar).
//! * L. Siag, S. Shperberg, A. Felner, N. Sturtevant, "Front-to-end bidirectional heuristic search with consistent
//!   heuristics", IJCAI 2023: [`BaeStar`](crate::solvers::BaeStar), [`DiscPatterns`](crate::heuristics::DiscPatterns).
//! * J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, "Front-to-end bidirectional heuristic search with near-optimal
//!   node expansions", IJCAI 2017: [`Nbs`](crate::solvers::Nbs).
//! * R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27(1),
//!   1985: [`IdaStar`](crate::IdaStar), [`IterativeDeepening`](crate::solvers::IterativeDeepening).
//! * Z. Bu, R. E. Korf, "A*+IDA*: a simple hybrid search algorithm", IJCAI 2019:
//!   [`AStarIdaStar`](crate::solvers::AStarIdaStar).
//! * M. Helmert, T. Lattimore, L. H. S. Lelis, L. Orseau, N. R. Sturtevant, "Iterative budgeted exponential search",
//!   IJCAI 2019: [`Bts`](crate::solvers::Bts).
//! * A. H. Land, A. G. Doig, "An automatic method of solving discrete programming problems", Econometrica 28(3), 1960:
//!   [`BranchAndBound`](crate::solvers::BranchAndBound).
//! * U. K. Sarkar, P. P. Chakrabarti, S. Ghose, S. C. De Sarkar, "Reducing reexpansions in iterative-deepening search
//!   by controlling cutoff bounds", Artificial Intelligence 50(2), 1991: the growing bound of
//!   [`BranchAndBound`](crate::solvers::BranchAndBound).
//! * R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1(2), 1972:
//!   [`DepthFirst`](crate::solvers::DepthFirst).
//! * I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1, 1970:
//!   [`WeightedAStar`](crate::solvers::WeightedAStar), [`Scaled`](crate::heuristics::Scaled).
//! * D. Gilon, A. Felner, R. Stern, "Dynamic potential search: a new bounded suboptimal search algorithm", Symposium on
//!   Combinatorial Search, 2016: [`Dps`](crate::solvers::Dps).
//! * J. E. Doran, D. Michie, "Experiments with the Graph Traverser program", Proceedings of the Royal Society A 294,
//!   1966: [`GreedyBestFirst`](crate::solvers::GreedyBestFirst).
//! * R. Bisiani, "Beam search", Encyclopedia of Artificial Intelligence, 1987: [`Beam`](crate::solvers::Beam).
//! * S. Lemons, C. Linares López, R. C. Holte, W. Ruml, "Beam search: faster and monotonic", ICAPS 2022:
//!   [`Beam`](crate::solvers::Beam).
//! * S. Lemons, W. Ruml, R. C. Holte, C. Linares López, "Rectangle search: an anytime beam search", AAAI 2024:
//!   [`Anytime`](crate::solvers::Anytime).
//! * S. Koenig, X. Sun, "Comparing real-time and incremental heuristic search for real-time situated agents",
//!   Autonomous Agents and Multi-Agent Systems 18, 2009: [`RealTime`](crate::solvers::RealTime).
//! * H. Kociemba, "Close to God's algorithm", Cubism for Fun 28, 1992: `TwoPhase` and
//!   `CosetTable` (package `puzzle-search-coordinates`).
//!
//! # More than one solution
//!
//! * J. Y. Yen, "Finding the k shortest loopless paths in a network", Management Science 17(11), 1971:
//!   [`k_cheapest_paths`](crate::AStar::k_cheapest_paths).
//! * E. L. Lawler, "A procedure for computing the k best solutions to discrete optimization problems and its
//!   application to the shortest path problem", Management Science 18(7), 1972:
//!   [`k_cheapest_paths`](crate::AStar::k_cheapest_paths).
//! * C. Linares López, I. Herman, "Evolving A* to efficiently solve the k shortest-path problem", ECAI 2024:
//!   [`k_cheapest_walks`](crate::AStar::k_cheapest_walks), by a simpler algorithm.
//!
//! # Heuristics and tables
//!
//! * O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields powerful admissible heuristics",
//!   Information Sciences 63(3), 1992: [`LinearConflict`](crate::heuristics::LinearConflict).
//! * J. C. Culberson, J. Schaeffer, "Pattern databases", Computational Intelligence 14(3), 1998:
//!   [`PatternDatabase`](crate::heuristics::PatternDatabase), [`Reflected`](crate::heuristics::Reflected),
//!   `CosetTable` (package `puzzle-search-coordinates`).
//! * R. E. Korf, A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002:
//!   [`TilePatterns`](crate::heuristics::tile_patterns::TilePatterns).
//! * A. Felner, R. E. Korf, S. Hanan, "Additive pattern database heuristics", Journal of Artificial Intelligence
//!   Research 22, 2004: [`WeightedPatterns`](crate::heuristics::WeightedPatterns),
//!   [`DiscPatterns`](crate::heuristics::DiscPatterns).
//! * R. Clausecker, A. Reinefeld, "Zero-aware pattern databases with 1-bit compression for sliding tile puzzles",
//!   Symposium on Combinatorial Search, 2019: [`Blank::RegionKept`](crate::heuristics::tile_patterns::Blank).
//! * Takahashi Ken'ichiro, a description on the web: [`WalkingDistance`](crate::heuristics::WalkingDistance).
//! * M. Helmert, "Landmark heuristics for the pancake problem", Symposium on Combinatorial Search, 2010:
//!   [`Gap`](crate::heuristics::Gap).
//! * M. B. Thistlethwaite, a descent through subgroups of the cube's group, 1981:
//!   `CosetTable` (package `puzzle-search-coordinates`).
//!
//! # Fewer nodes
//!
//! * L. A. Taylor, R. E. Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993:
//!   [`Pruned`](crate::pruning::Pruned).
//! * R. C. Holte, N. Burch, "Automatic move pruning for single-agent search", AI Communications 27(4), 2014:
//!   [`Pruned`](crate::pruning::Pruned).
//! * A. V. Aho, M. J. Corasick, "Efficient string matching: an aid to bibliographic search", Communications of the ACM
//!   18(6), 1975: the automaton of [`Pruned`](crate::pruning::Pruned).
//!
//! # Whole spaces
//!
//! * R. E. Korf, W. Zhang, I. Thayer, H. Hohwald, "Frontier search", Journal of the ACM 52(5), 2005:
//!   [`Enumerate::count_by_hashing`](crate::space::Enumerate::count_by_hashing).
//! * R. E. Korf, "Minimizing disk I/O in two-bit breadth-first search", AAAI 2008:
//!   [`Enumerate::count_by_rank`](crate::space::Enumerate::count_by_rank).
//! * R. E. Korf, "Best-first frontier search with delayed duplicate detection", AAAI 2004: sorted runs on disk
//!   (`OnDisk::count_by_sorting`, feature `std`).
//! * G. Cooperman, L. Finkelstein, "New methods for using Cayley graphs in interconnection networks", Discrete Applied
//!   Mathematics 37, 1992: [`DistanceOracle`](crate::space::DistanceOracle), two bits for each state.
//! * J.-P. Aumasson, D. J. Bernstein, "`SipHash`: a fast short-input PRF", INDOCRYPT 2012: the secret that processes
//!   share (`OnCluster`, feature `std`).
//! * D. Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and Computer Simulation
//!   29(1), 2019: [`random_at_depth`](crate::space::DistanceOracle::random_at_depth).
//!
//! # Puzzles, permutations and groups
//!
//! * W. W. Johnson, W. E. Story, "Notes on the '15' puzzle", American Journal of Mathematics 2(4), 1879:
//!   [`sliding_solvability`](crate::puzzles::sliding_solvability).
//! * R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", Journal of Combinatorial Theory B 16, 1974:
//!   [`GraphTiles`](crate::puzzles::GraphTiles).
//! * W. H. Gates, C. H. Papadimitriou, "Bounds for sorting by prefix reversal", Discrete Mathematics 27(1), 1979:
//!   [`BurntPancake`](crate::puzzles::BurntPancake).
//! * B. M. Stewart, J. S. Frame, "Solution to advanced problem 3918", American Mathematical Monthly 48(3), 1941:
//!   [`Hanoi`](crate::puzzles::Hanoi).
//! * T. Bousch, "La quatrième tour de Hanoï", Bulletin of the Belgian Mathematical Society 21, 2014:
//!   [`Hanoi`](crate::puzzles::Hanoi) with four pegs.
//! * N. R. Sturtevant, "Benchmarks for grid-based pathfinding", IEEE Transactions on Computational Intelligence and AI
//!   in Games 4(2), 2012: the files that [`GridMap`](crate::puzzles::GridMap) reads.
//! * D. Harabor, A. Grastien, "Online graph pruning for pathfinding on grid maps", AAAI 2011: the terms of
//!   [`Grid`](crate::puzzles::Grid), and jump points ([`JumpGrid`](crate::puzzles::JumpGrid)).
//! * D. Harabor, A. Grastien, "Improving jump point search", ICAPS 2014: the tables of
//!   [`JumpGrid`](crate::puzzles::JumpGrid).
//! * C. C. Sims, "Computational methods in the study of permutation groups", Computational Problems in Abstract
//!   Algebra, 1970: [`PermutationGroup`](crate::permutation::PermutationGroup).
//! * D. F. Holt, B. Eick, E. A. O'Brien, *Handbook of Computational Group Theory*, 2005, section 4.4:
//!   [`PermutationGroup`](crate::permutation::PermutationGroup).
//! * M. D. Atkinson, "An algorithm for finding the blocks of a permutation group", Mathematics of Computation 29, 1975:
//!   [`PermutationGroup::blocks`](crate::permutation::PermutationGroup::blocks).
//!
//! Back to [the guide](super).

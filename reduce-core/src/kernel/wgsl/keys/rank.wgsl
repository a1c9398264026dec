        // Where the keys of the invocation go in an order by four bits. Counts of 16 bits, two a word, by digit and within it by invocation: their scan
        // gives the keys in front.
        //
        // Merrill, Grimshaw: High Performance and Scalable Radix Sorting, 2011.
//# for digit in range(8)
        tile_words[banked(${digit * workgroup_size}u + invocation)] = 0u;
//# endfor
//# for key in range(sort_run)
        let four${key} = (digit_of(rank${key}) >> bit) & 15u;
        let count${key} = banked((four${key} & 7u) * ${workgroup_size}u + invocation);
        let half${key} = (four${key} >> 3u) * 16u;
        let seen${key} = tile_words[count${key}];
        tile_words[count${key}] = seen${key} + (1u << half${key});
//# endfor
        workgroupBarrier();
        let counts = banked(invocation * 8u);
        var own = 0u;
        for (var word = 0u; word < 8u; word += 1u) {
            own += tile_words[counts + word];
        }
        var before = before_in_workgroup(own, invocation);
        // The upper halves are the digits from 8 on, behind all of the lower ones.
        before += in_workgroup() << 16u;
        for (var word = 0u; word < 8u; word += 1u) {
            let count = tile_words[counts + word];
            tile_words[counts + word] = before;
            before += count;
        }
        workgroupBarrier();
//# for key in range(sort_run)
        to${key} = ((tile_words[count${key}] >> half${key}) & 0xffffu) + ((seen${key} >> half${key}) & 0xffffu);
//# endfor

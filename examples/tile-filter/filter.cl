//===- filter.cl - Blur a picture tile by tile ----------------------------===//
//
// Part of Ferry, under the Apache License v2.0.
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The 5 x 5 binomial blur of PlainFilter.h. A work-group takes one tile after
// another: tile, its number plus the number of groups, and so on. While it
// computes a tile, the copies of the next one are on their way into local
// memory, and those of the last two results on their way out.
//
// The program is built with TILE_WIDTH, in pixels, a multiple of 4, TILE_HEIGHT,
// and GROUP_SIZE, the number of work-items that share the columns of a tile.
//
//===----------------------------------------------------------------------===//

#define RADIUS 2
#define IN_WIDTH (TILE_WIDTH + 2 * RADIUS)
#define IN_HEIGHT (TILE_HEIGHT + 2 * RADIUS)
#define COLUMN 4 // Pixels that are computed at once.

// Where a tile lies in the picture; those at the right and lower border may be
// smaller than TILE_WIDTH x TILE_HEIGHT.
typedef struct {
  int x, y, width, height;
} Tile;

Tile tile_at(int index, int width, int height) {
  int across = (width + TILE_WIDTH - 1) / TILE_WIDTH;
  Tile tile;
  tile.x = index % across * TILE_WIDTH;
  tile.y = index / across * TILE_HEIGHT;
  tile.width = min(TILE_WIDTH, width - tile.x);
  tile.height = min(TILE_HEIGHT, height - tile.y);
  return tile;
}

// Starts copying a tile and the pixels around it, a copy a row, all under one
// event. Rows above and below the picture are its first and its last row;
// columns beside it are left to fill_margins.
event_t bring_in(__local uchar4 *pixels, __global const uchar4 *picture,
                 int width, int height, Tile tile) {
  int first = max(tile.x - RADIUS, 0);
  int last = min(tile.x + tile.width + RADIUS, width);
  event_t arrival = 0;
  for (int row = 0; row < tile.height + 2 * RADIUS; ++row) {
    int y = clamp(tile.y + row - RADIUS, 0, height - 1);
    arrival = async_work_group_copy(
        pixels + row * IN_WIDTH + (first - (tile.x - RADIUS)),
        picture + (size_t)y * width + first, (size_t)(last - first), arrival);
  }
  return arrival;
}

// Starts copying a finished tile to where it belongs.
event_t take_out(__global uchar4 *result, __local const uchar4 *pixels,
                 int width, Tile tile) {
  event_t departure = 0;
  for (int row = 0; row < tile.height; ++row)
    departure = async_work_group_copy(
        result + (size_t)(tile.y + row) * width + tile.x,
        pixels + row * TILE_WIDTH, (size_t)tile.width, departure);
  return departure;
}

// Repeats the border pixels of the picture beside it.
void fill_margins(__local uchar4 *pixels, int width, Tile tile) {
  if (tile.x > 0 && tile.x + tile.width + RADIUS <= width)
    return; // Everything around the tile is picture, for the whole group.
  for (int row = (int)get_local_id(0); row < tile.height + 2 * RADIUS;
       row += GROUP_SIZE) {
    __local uchar4 *line = pixels + row * IN_WIDTH + RADIUS - tile.x;
    for (int x = tile.x - RADIUS; x < 0; ++x)
      line[x] = line[0];
    for (int x = width; x < tile.x + tile.width + RADIUS; ++x)
      line[x] = line[width - 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// The sums across for 4 neighbouring pixels; at most 16 * 255 each.
ushort16 sum_across(__local const uchar *p) {
  return convert_ushort16(vload16(0, p)) +
         convert_ushort16(vload16(0, p + 16)) +
         (ushort)4 * (convert_ushort16(vload16(0, p + 4)) +
                      convert_ushort16(vload16(0, p + 12))) +
         (ushort)6 * convert_ushort16(vload16(0, p + 8));
}

// Computes a column of 4 pixels from top to bottom.
void filter_column(__local uchar4 *out, __local const uchar4 *in, int column,
                   int height) {
  __local const uchar *p = (__local const uchar *)(in + column);
  const int pitch = IN_WIDTH * 4;
  ushort16 a = sum_across(p);
  ushort16 b = sum_across(p + pitch);
  ushort16 c = sum_across(p + 2 * pitch);
  ushort16 d = sum_across(p + 3 * pitch);
  for (int row = 0; row < height; ++row) {
    ushort16 e = sum_across(p + (row + 4) * pitch);
    // At most 256 * 255 + 128: all in 16 bits.
    ushort16 sum = a + e + (ushort)4 * (b + d) + (ushort)6 * c + (ushort)128;
    vstore16(convert_uchar16(sum >> (ushort)8), 0,
             (__local uchar *)(out + row * TILE_WIDTH + column));
    a = b;
    b = c;
    c = d;
    d = e;
  }
}

__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
filter_tiles(__global const uchar4 *picture, __global uchar4 *result,
             int width, int height) {
  __local uchar4 in[2][IN_HEIGHT * IN_WIDTH];
  __local uchar4 out[2][TILE_HEIGHT * TILE_WIDTH];
  event_t arrival[2];
  event_t departure[2];

  const int tiles = ((width + TILE_WIDTH - 1) / TILE_WIDTH) *
                    ((height + TILE_HEIGHT - 1) / TILE_HEIGHT);
  const int step = (int)get_num_groups(0);

  int index = (int)get_group_id(0);
  if (index >= tiles)
    return;
  arrival[0] =
      bring_in(in[0], picture, width, height, tile_at(index, width, height));

  int done = 0;
  for (; index < tiles; index += step, ++done) {
    const int now = done & 1;
    if (index + step < tiles)
      arrival[now ^ 1] = bring_in(in[now ^ 1], picture, width, height,
                                  tile_at(index + step, width, height));

    const Tile tile = tile_at(index, width, height);
    wait_group_events(1, &arrival[now]);
    fill_margins(in[now], width, tile);
    if (done >= 2) // The result before the last still leaves from out[now].
      wait_group_events(1, &departure[now]);

    for (int column = COLUMN * (int)get_local_id(0); column < tile.width;
         column += COLUMN * GROUP_SIZE)
      filter_column(out[now], in[now], column, tile.height);

    // The tile is complete, and nobody reads in[now] any more.
    barrier(CLK_LOCAL_MEM_FENCE);
    departure[now] = take_out(result, out[now], width, tile);
  }
  wait_group_events(min(done, 2), departure);
}

// How large a figure becomes in front of an audience.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nearerSize, roomFor, zoomsOf } from "../../components/widgets/presenter_bar/sizes.js";

test("a figure comes nearer to its room: carefully up, and quickly down", () => {
  assert.equal(nearerSize(1, 400, 400), 1);
  assert.equal(nearerSize(1, 100, 400), 2); // not 4
  assert.equal(nearerSize(2, 400, 100), 0.5);
});

test("without a tour, charts never shrink and a canvas does", () => {
  assert.deepEqual(zoomsOf(0.8, { onTour: false, hasPictures: true, least: 1 }), {
    whole: 1,
    charts: 1,
    pictures: 0.8,
  });
  assert.deepEqual(zoomsOf(2, { onTour: false, hasPictures: true, least: 1.2 }), {
    whole: 1,
    charts: 2.4,
    pictures: 2,
  });
  assert.equal(zoomsOf(9, { onTour: false, hasPictures: true, least: 1 }).charts, 3);
});

test("on a tour pictures shrink first, and then everything; texts alone at once", () => {
  assert.deepEqual(zoomsOf(0.7, { onTour: true, hasPictures: true, least: 1 }), {
    whole: 1,
    charts: 0.75,
    pictures: 0.7,
  });
  const small = zoomsOf(0.3, { onTour: true, hasPictures: true, least: 1 });
  assert.deepEqual(small, { whole: 0.5, charts: 0.375, pictures: 0.6 });
  assert.equal(zoomsOf(0.9, { onTour: true, hasPictures: false, least: 1 }).whole, 0.9);
});

test("a figure has its share of the screen, and all that is left where it has to shrink on a tour", () => {
  assert.equal(roomFor(600, 500, 1.2, false, 1000), 600);
  assert.equal(roomFor(900, 500, 1.2, false, 1000), 720);
  assert.equal(roomFor(900, 500, 1.2, true, 1000), 550);
  assert.equal(roomFor(900, 100, 1.2, true, 1000), 800);
  assert.equal(roomFor(900, 500, 1, true, 1000), 900);
});

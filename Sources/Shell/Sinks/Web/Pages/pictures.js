/** The choice among several pictures: the first that can be had. */
import { webAddress } from './dom.js';

/** The time until an address that gave no picture is requested again, in milliseconds. */
const FAILURE_LIFE = 5 * 60 * 1000;
/** The times at which addresses failed. */
const failures = new Map();

/** Notes that an address gave no picture. */
export function pictureFailed(url) {
  for (const each of failures.keys()) if (!hasFailed(each)) failures.delete(each);
  failures.set(url, Date.now());
}

/**
 * The first picture that can be had.
 * @param {(string|undefined)[]} urls By preference; they may come from outside.
 * @returns {string|undefined}
 */
export function firstPicture(urls) {
  return urls.map(webAddress).find((url) => url && !hasFailed(url));
}

function hasFailed(url) {
  return Date.now() - (failures.get(url) ?? -Infinity) < FAILURE_LIFE;
}

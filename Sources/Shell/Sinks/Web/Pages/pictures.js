/** Which of several pictures to show: the first that can be had. */
import { webAddress } from './dom.js';

/** How long an address that gave no picture is not asked for again, in milliseconds. */
const FAILURE_LIFE = 5 * 60 * 1000;
/** When each of these addresses failed. */
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

/**
 * The first second (epoch) whose sign-ins go on. Tokens tell whole seconds: the running one counts as later, so that
 * whoever signs in again at once is let in. Sign-ins known by then are marked one by one.
 */
export function validAfter(now: number): number {
	return Math.floor(now / 1000);
}

let isFromSignIn = false;

/** The next screen is the first after a sign-in, whose form had the focus and goes. */
export function arriveFromSignIn(): void {
	isFromSignIn = true;
}

/** Once. */
export function takeArrivalFromSignIn(): boolean {
	const isArrival = isFromSignIn;
	isFromSignIn = false;
	return isArrival;
}

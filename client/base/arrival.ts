let isFromSignIn = false;

/** Marks the next screen as the first after a sign-in, whose focused form is gone. */
export function arriveFromSignIn(): void {
	isFromSignIn = true;
}

export function takeArrivalFromSignIn(): boolean {
	const isArrival = isFromSignIn;
	isFromSignIn = false;
	return isArrival;
}

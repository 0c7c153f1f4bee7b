let isMissed = false;
let listener = () => {
	isMissed = true;
};

/** The code that checks who is signed in loads after the screen. A doubt from before reaches it at once. */
export function onDoubt(next: () => void): void {
	listener = next;
	if (isMissed) next();
	isMissed = false;
}

/** Call when a response states that another person, or no one, is signed in. */
export const doubtPerson = (): void => listener();

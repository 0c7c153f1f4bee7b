let fetch = () => {};

/** The session check registers here, because it loads after the screen. */
export function onDoubt(next: () => void): void {
	fetch = next;
}

/** Call if a response shows that the page's user is signed out or another. */
export const doubtPerson = (): void => fetch();

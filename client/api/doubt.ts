let fetch = () => {};

/** The code that asks who is signed in listens here: it is loaded after the screen. */
export function onDoubt(next: () => void): void {
	fetch = next;
}

/** A response has said that the page's person is not, or no longer, who is signed in. */
export const doubtPerson = (): void => fetch();

import { Callout } from "./callout";

/** Takes the focus, so that a long view begins with it. */
export function ShownOnceNote() {
	return (
		<Callout tone="warn" takesFocus>
			<b>Copy the key now.</b> It is shown this once and cannot be read again later.
		</Callout>
	);
}

import { CenteredMessage } from "../../ui/feedback/notes";
import { TextLink } from "../../ui/layout/link";

/** For a thing that is not there inside a screen that is. */
export function RouteNotFound() {
	return (
		<CenteredMessage figure="404" title="Page not found" text="">
			<TextLink to="/">Return to home</TextLink>
		</CenteredMessage>
	);
}

import { dropChallenge } from "../../api/kept-challenge";
import { TextLink } from "../../ui/layout/link";
import { isEmailAddress } from "./email-in-link";
import { StepLinks } from "./step-links";

/** The way out of a sign-in that cannot be ended here: lost phone, wrong person. */
export function StartAgainLink({ email, next }: { email: string; next: string | undefined }) {
	return (
		<StepLinks>
			<TextLink
				to="/login"
				search={{ email: isEmailAddress(email) ? email : undefined, next }}
				onClick={dropChallenge}
				inherit
			>
				Start again
			</TextLink>
		</StepLinks>
	);
}

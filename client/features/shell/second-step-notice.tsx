import { type CurrentAccount, lacksSecondStep } from "../../../shared/account";
import { TextLink } from "../../ui/layout/link";
import { formatDate } from "../../ui/time/time-display";
import classes from "./notices.module.css";

/** While there is time to set up what will be required. */
export function SecondStepNotice({
	account,
}: {
	account: Pick<CurrentAccount, "companyName" | "secondStepFrom" | "me">;
}) {
	const { companyName, secondStepFrom = null, me } = account;
	if (secondStepFrom === null || !lacksSecondStep(me)) return null;
	return (
		<div role="status">
			<div className={classes.notice}>
				<span>
					<b>Set up two-step sign-in until {formatDate(secondStepFrom)}.</b> After that {companyName} is open only to
					who has it.
				</span>
				<TextLink to="/profile">Set it up in my profile</TextLink>
			</div>
		</div>
	);
}

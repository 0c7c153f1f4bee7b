import { type CurrentAccount, lacksSecondStep } from "../../../shared/account";
import { can } from "../../../shared/permissions";
import { TextLink } from "../../ui/layout/link";
import { formatDate } from "../../ui/time/time-display";
import classes from "./notices.module.css";

type NoticesProps = { account: Pick<CurrentAccount, "companyName" | "secondStepFrom" | "deletedFrom" | "me"> };

/** What everybody of an account has to know in time. */
export function AccountNotices({ account }: NoticesProps) {
	return (
		<>
			<DeletionNotice account={account} />
			<SecondStepNotice account={account} />
		</>
	);
}

function DeletionNotice({ account: { companyName, deletedFrom = null, me } }: NoticesProps) {
	if (deletedFrom === null) return null;
	const isOwner = can(me.role, "deleteAccount");
	return (
		<div role="status">
			<div className={classes.notice}>
				<span>
					<b>
						{companyName} is deleted on {formatDate(deletedFrom)}, with all its data.
					</b>{" "}
					Until then everything runs on. {isOwner ? "You" : "An owner"} can still take it back.
				</span>
				{isOwner && <TextLink to="/accounts/company/">Keep it, or export its data</TextLink>}
			</div>
		</div>
	);
}

/** While there is time to set up what will be required. */
function SecondStepNotice({ account }: NoticesProps) {
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

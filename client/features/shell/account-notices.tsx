import { type CurrentAccount, lacksSecondStep } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { TextLink } from "../../ui/layout/link";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./notices.module.css";

type Noticed = "companyName" | "secondStepFrom" | "deletedFrom" | "heldAtPoint" | "me";
type NoticesProps = { account: Pick<CurrentAccount, Noticed> };

export function AccountNotices({ account }: NoticesProps) {
	return (
		<>
			<HoldNotice account={account} />
			<DeletionNotice account={account} />
			<SecondStepNotice account={account} />
		</>
	);
}

/** A user who relies on alerts must know that none are sent. */
function HoldNotice({ account: { companyName, heldAtPoint = null, me } }: NoticesProps) {
	if (heldAtPoint === null) return null;
	const isOwner = can(me.role, "editOwners");
	return (
		<div role="status">
			<div className={classes.notice}>
				<span>
					<b>
						{companyName} was restored to <TimeStamp at={heldAtPoint.getTime()} isFocusable />. No one is notified of
						anything.
					</b>{" "}
					Readings are stored. It sends again once {isOwner ? "you release" : "an owner releases"} it.
				</span>
				{isOwner && <TextLink to="/accounts/company/">Look at it and release it</TextLink>}
			</div>
		</div>
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

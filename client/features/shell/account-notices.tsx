import type { ReactNode } from "react";
import { type CurrentAccount, lacksSecondStep } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { TextLink } from "../../ui/layout/link";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/shell";
import classes from "./notices.module.css";

const bold = (text: ReactNode) => <b>{text}</b>;

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
		<Notice link={isOwner && <TextLink to="/accounts/company/">{t("hold.release")}</TextLink>}>
			{rich(isOwner ? "hold.owner" : "hold.member", {
				strong: bold,
				company: companyName,
				time: <TimeStamp at={heldAtPoint.getTime()} isFocusable />,
			})}
		</Notice>
	);
}

function DeletionNotice({ account: { companyName, deletedFrom = null, me } }: NoticesProps) {
	if (deletedFrom === null) return null;
	const isOwner = can(me.role, "deleteAccount");
	return (
		<Notice link={isOwner && <TextLink to="/accounts/company/">{t("deletion.keep")}</TextLink>}>
			{rich(isOwner ? "deletion.owner" : "deletion.member", {
				strong: bold,
				company: companyName,
				date: formatDate(deletedFrom),
			})}
		</Notice>
	);
}

function SecondStepNotice({ account }: NoticesProps) {
	const { companyName, secondStepFrom = null, me } = account;
	if (secondStepFrom === null || !lacksSecondStep(me)) return null;
	return (
		<Notice link={<TextLink to="/profile">{t("secondStep.setUp")}</TextLink>}>
			{rich("secondStep.needed", { strong: bold, date: formatDate(secondStepFrom), company: companyName })}
		</Notice>
	);
}

function Notice({ link, children }: { link: ReactNode; children: ReactNode }) {
	return (
		<div role="status">
			<div className={classes.notice}>
				<span>{children}</span>
				{link}
			</div>
		</div>
	);
}

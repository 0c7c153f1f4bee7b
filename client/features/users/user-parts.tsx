import { IconCheck, IconMinus } from "@tabler/icons-react";
import type { User } from "../../../shared/account/account";
import type { Role } from "../../../shared/account/permissions";
import { StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { t } from "../../words/made/account";
import { capabilitiesOf, statusLabelOf } from "./user-labels";
import classes from "./users.module.css";

export function UserStatusChip({ user }: { user: Pick<User, "status" | "invitation"> }) {
	const { label, tone } = statusLabelOf(user);
	return <StatusChip tone={tone}>{label}</StatusChip>;
}

export function RightsCard({ role }: { role: Role }) {
	return (
		<Card title={t(`role.rights.${role}`)}>
			<ul className={classes.rights}>
				{capabilitiesOf(role).map(({ key, words, isHeld }) => (
					<li key={key} data-held={isHeld || undefined}>
						{isHeld ? <IconCheck size={17} aria-label={t("may")} /> : <IconMinus size={17} aria-label={t("mayNot")} />}
						{words}
					</li>
				))}
			</ul>
		</Card>
	);
}

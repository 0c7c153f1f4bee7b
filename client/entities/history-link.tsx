import { IconHistory } from "@tabler/icons-react";
import { can, type Role } from "../../shared/permissions";
import { GuardedButton } from "../ui/form/guarded-button";
import { ButtonLink } from "../ui/layout/link";
import { refusalOf } from "./labels";

type HistoryLinkProps = { entityId: string; role: Role };

/** To the audit log of one entity. */
export function HistoryLink({ entityId, role }: HistoryLinkProps) {
	const icon = <IconHistory size={17} stroke={1.7} />;
	if (!can(role, "viewAudit")) {
		return (
			<GuardedButton refusal={refusalOf("viewAudit", "the audit log")} icon={icon}>
				History
			</GuardedButton>
		);
	}
	return (
		<ButtonLink to="/accounts/audit/" search={{ entity: entityId }} variant="default" leftSection={icon}>
			History
		</ButtonLink>
	);
}

import { IconHistory } from "@tabler/icons-react";
import { ButtonLink } from "../layout/link";
import { GuardedButton } from "./guarded-button";

type HistoryLinkProps = { entityId: string; refusal: string | null };

/** To the audit log of one entity. */
export function HistoryLink({ entityId, refusal }: HistoryLinkProps) {
	const icon = <IconHistory size={17} stroke={1.7} />;
	if (refusal !== null) {
		return (
			<GuardedButton refusal={refusal} icon={icon}>
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

import { IconPlus } from "@tabler/icons-react";
import { GuardedButton } from "../../ui/form/guarded-button";
import { ButtonLink } from "../../ui/layout/link";

/** `refusal` says why this person may not make groups; null where they may. */
export function NewGroupButton({ refusal }: { refusal: string | null }) {
	const icon = <IconPlus size={17} stroke={1.7} />;
	if (refusal !== null) {
		return (
			<GuardedButton refusal={refusal} icon={icon} look="primary">
				New group
			</GuardedButton>
		);
	}
	return (
		<ButtonLink to="/groups/new" leftSection={icon}>
			New group
		</ButtonLink>
	);
}

import type { ReactNode } from "react";
import { type Capability, can } from "../../../shared/account/permissions";
import { useAccount } from "../../api/account";
import { denialOf } from "../../entities/labels";
import { useStableDenial } from "../../forms/stable-denial";
import { CenteredMessage } from "../../ui/feedback/notes";
import { ButtonLink } from "../../ui/layout/link";

type RoleGateProps = { capability: Capability; things: string; children: ReactNode };

export function RoleGate({ capability, things, children }: RoleGateProps) {
	const { me } = useAccount();
	const denial = useStableDenial(can(me.role, capability) ? null : denialOf(capability, things));
	if (denial === null) return children;
	return (
		<CenteredMessage
			title="Not for your role"
			text={`${denial} Your role is ${me.role}; an owner or admin of your account can change it.`}
		>
			<ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
		</CenteredMessage>
	);
}

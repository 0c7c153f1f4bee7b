import type { ReactNode } from "react";
import { type Capability, can } from "../../../shared/account/permissions";
import { useAccount } from "../../api/account";
import { refusalOf } from "../../entities/labels";
import { useKeptRefusal } from "../../forms/kept-refusal";
import { CenteredMessage } from "../../ui/feedback/notes";
import { ButtonLink } from "../../ui/layout/link";

type RoleGateProps = { capability: Capability; things: string; children: ReactNode };

export function RoleGate({ capability, things, children }: RoleGateProps) {
	const { me } = useAccount();
	const refusal = useKeptRefusal(can(me.role, capability) ? null : refusalOf(capability, things));
	if (refusal === null) return children;
	return (
		<CenteredMessage
			title="Not for your role"
			text={`${refusal} Your role is ${me.role}; an owner or admin of your account can change it.`}
		>
			<ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
		</CenteredMessage>
	);
}

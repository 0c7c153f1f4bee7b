import type { ReactNode } from "react";
import { type Capability, can } from "../../../shared/account/permissions";
import { useAccount } from "../../api/account";
import { type Act, denialOf } from "../../entities/labels";
import { useStableDenial } from "../../forms/stable-denial";
import { CenteredMessage } from "../../ui/feedback/notes";
import { ButtonLink } from "../../ui/layout/link";
import { t } from "../../words/made/shell";

type RoleGateProps = { capability: Capability; act: Act; children: ReactNode };

export function RoleGate({ capability, act, children }: RoleGateProps) {
	const { me } = useAccount();
	const denial = useStableDenial(can(me.role, capability) ? null : denialOf(capability, act));
	if (denial === null) return children;
	return (
		<CenteredMessage title={t("roleGate.title")} text={t("roleGate.text", { denial, role: me.role })}>
			<ButtonLink to="/dashboard">{t("roleGate.dashboard")}</ButtonLink>
		</CenteredMessage>
	);
}

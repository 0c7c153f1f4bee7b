import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { SsoSettings } from "../../../../shared/account/sso";
import { ssoRecord } from "../../../api/later-queries";
import { justLoadedMs } from "../../../api/query-client";
import { Card } from "../../../ui/layout/card";
import { t } from "../../../words/made/sso-settings";
import { FailedCard } from "../failed-card";
import { OnlySsoPart } from "./only-sso-part";
import { ProviderPart } from "./provider-part";
import classes from "./sso.module.css";
import { ClaimDomainForm, DomainPart } from "./sso-domains";

/** Owners see the domains that lead people to the company's own sign-in service, and that service. */
export function SsoCards() {
	const queryClient = useQueryClient();
	const { data, isError } = useQuery({ ...ssoRecord(), staleTime: justLoadedMs });
	const changed = (settings: SsoSettings) => {
		queryClient.setQueryData(ssoRecord().queryKey, settings);
		toast.success(t("saved"));
	};
	if (isError) return <FailedCard title={t("title")} text={t("failed")} />;
	if (data === undefined) return null;
	return (
		<Card title={t("title")}>
			<div className={classes.body}>
				<p>{t("lead")}</p>
				{data.domains.map((domain) => (
					<DomainPart key={domain.domain} domain={domain} onChanged={changed} />
				))}
				<ClaimDomainForm key={data.domains.length} onChanged={changed} />
				<ProviderPart key={data.provider?.name} settings={data} onChanged={changed} />
				<OnlySsoPart key={String(data.emergencyOwnerIds)} settings={data} onChanged={changed} />
			</div>
		</Card>
	);
}

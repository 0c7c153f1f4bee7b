import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { dueCertificates } from "../../api/later-queries";
import { warm } from "../../api/query-client";
import { loadScreenFor } from "../../api/screen-loader";
import { CertificateList } from "../../features/certificates/certificate-list";
import { RoleGate } from "../../features/shell/role-gate";
import { ListPending } from "../../ui/table/list-pending";
import { ListSearch } from "../../ui/table/list-search";
import { t } from "../../words/made/first-screen";

export const Route = createFileRoute("/_authenticated/certificates/")({
	validateSearch: ListSearch,
	staticData: { title: "certificates" },
	loader: (context) => loadScreenFor("viewFleet", () => [warm(dueCertificates())], context),
	pendingComponent: () => <ListPending title={t("title.certificates")} />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeReadings">
			<CertificatesPage />
		</RoleGate>
	),
});

function CertificatesPage() {
	const { data } = useSuspenseQuery(dueCertificates());
	return <CertificateList due={data} />;
}

import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { dueCertificates } from "../../api/later-queries";
import { warm } from "../../api/query-client";
import { loadScreenFor } from "../../api/screen-loader";
import { CertificateList } from "../../features/certificates/certificate-list";
import { RoleGate } from "../../features/shell/role-gate";
import { ListSearch } from "../../ui/table/list-search";

export const Route = createFileRoute("/_authenticated/certificates/")({
	validateSearch: ListSearch,
	staticData: { title: "certificates" },
	loader: (context) => loadScreenFor("viewFleet", () => [warm(dueCertificates())], context),
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

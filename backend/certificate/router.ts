import {
	AddCertificate,
	CertificateTarget,
	DeleteCertificate,
	GetCertificates,
	UpdateCertificate,
} from "../../shared/device/certificate";
import { procedureFor, router } from "../base/trpc";
import { addCertificate, deleteCertificate, updateCertificate } from "./edit-certificates";
import { getAffected, getCertificates, getDueCertificates } from "./list-certificates";

export const certificateRouter = router({
	getCertificates: procedureFor("viewFleet").input(GetCertificates).query(getCertificates),
	getDueCertificates: procedureFor("viewFleet").query(({ ctx }) => getDueCertificates({ ctx, input: undefined })),
	getAffectedByCertificate: procedureFor("viewFleet").input(CertificateTarget).query(getAffected),
	addCertificate: procedureFor("editDevices").input(AddCertificate).mutation(addCertificate),
	updateCertificate: procedureFor("editDevices").input(UpdateCertificate).mutation(updateCertificate),
	deleteCertificate: procedureFor("editDevices").input(DeleteCertificate).mutation(deleteCertificate),
});

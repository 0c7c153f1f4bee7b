import { procedureFor, router } from "../trpc";
import { getBillingSummary } from "./get-billing-summary";
import { getStorageDetails } from "./get-storage-details";

export const billingRouter = router({
	getBillingSummary: procedureFor("viewBilling").query(({ ctx }) => getBillingSummary({ ctx, input: undefined })),
	getStorageDetails: procedureFor("viewStorage").query(({ ctx }) => getStorageDetails({ ctx, input: undefined })),
});

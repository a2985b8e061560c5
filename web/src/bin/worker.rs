//! The worker's thread.

fn main() {
    proofmark_web::run_worker();
}

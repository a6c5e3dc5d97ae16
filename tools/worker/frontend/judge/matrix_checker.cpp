#include "worker/frontend/judge/matrix_checker.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include "worker/frontend/cooperative_matrices.h"

namespace clc::worker {
namespace {

constexpr char k_no_pointers[] = "there are no pointers or references to cooperative matrices";

// Matrices, arrays of them, and what points to either.
bool holds_matrix(clang::QualType type);

bool points_to_matrix(clang::QualType type) {
  const clang::QualType pointed = type->getPointeeType();
  return !pointed.isNull() && holds_matrix(pointed);
}

bool holds_matrix(clang::QualType type) {
  if (type.isNull() || type->isDependentType()) return false;
  if (const auto* array = type->getAsArrayTypeUnsafe()) return holds_matrix(array->getElementType());
  if (const auto* pipe = type->getAs<clang::PipeType>()) return holds_matrix(pipe->getElementType());
  return matrix_of(type).has_value() || points_to_matrix(type);
}

bool holds_matrix(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
  return expression != nullptr && holds_matrix(expression->getType());
}

bool has_matrices(const clang::FunctionDecl& function) {
  return holds_matrix(function.getReturnType()) ||
         llvm::any_of(function.parameters(), [](const auto* parameter) { return holds_matrix(parameter->getType()); });
}

// The call of a function of matrices whose result is made a matrix; null where there is none.
const clang::CallExpr* call_in(const clang::Expr* expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression->IgnoreParenImpCasts());
  const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  if (callee == nullptr || callee->getIdentifier() == nullptr) return nullptr;
  const llvm::StringRef name = callee->getName();
  const bool is_known = name == k_matrix_load || name == k_matrix_init || name == k_matrix_tile;
  return is_known || name == k_matrix_product ? call : nullptr;
}

bool is_fallback(const clang::CallExpr& call) {
  return call.getDirectCallee()->isVariadic();
}

class MatrixChecker final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  explicit MatrixChecker(clang::ASTContext& context) : context_(context) { ShouldVisitTemplateInstantiations = true; }

  // Instances of templates come here, too.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      if (!declaration->isImplicit() && !is_in_header(*declaration)) TraverseDecl(declaration);
    }
    return true;
  }

  void HandleTagDeclDefinition(clang::TagDecl* tag) override {
    const auto* record = llvm::dyn_cast<clang::RecordDecl>(tag);
    if (record == nullptr) return;
    for (const clang::FieldDecl* field : record->fields()) {
      if (holds_matrix(field->getType())) refuse(field, "a cooperative matrix cannot be a member");
    }
  }

  // Vectors of a program that could be taken for matrices.
  void HandleTranslationUnit(clang::ASTContext& /*context*/) override {
    if (!clc::worker::has_matrices()) return;
    for (const clang::VectorTypeLoc& vector : vectors_) {
      refuse(vector.getNameLoc(), "a vector of " + std::to_string(vector.getTypePtr()->getNumElements()) +
                                      " elements stands for a cooperative matrix: take another length");
    }
  }

  bool VisitVectorTypeLoc(clang::VectorTypeLoc vector) override {
    if (matrix_of_length(vector.getTypePtr()->getNumElements()) && !is_made_matrix(vector)) vectors_.push_back(vector);
    return true;
  }

  // A template is checked as its instances are.
  bool TraverseDecl(clang::Decl* declaration) override {
    const auto* scope = llvm::dyn_cast_or_null<clang::DeclContext>(declaration);
    return (scope != nullptr && scope->isDependentContext()) ||
           clang::DynamicRecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) override {
    if (!lambda->getCallOperator()->isDependentContext())
      return clang::DynamicRecursiveASTVisitor::TraverseLambdaExpr(lambda);
    return WalkUpFromLambdaExpr(lambda);
  }

  // As Clang understands it, not as it is written.
  bool TraverseInitListExpr(clang::InitListExpr* list) override {
    if (list->getSemanticForm() != nullptr) list = list->getSemanticForm();
    return WalkUpFromInitListExpr(list) &&
           llvm::all_of(list->children(), [&](clang::Stmt* child) { return TraverseStmt(child); });
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (points_to_matrix(function->getReturnType())) refuse(function, k_no_pointers);
    if (!function->hasAttr<clang::DeviceKernelAttr>()) return true;
    for (const clang::ParmVarDecl* parameter : function->parameters()) {
      if (holds_matrix(parameter->getType())) refuse(parameter, "a cooperative matrix cannot be a kernel's parameter");
    }
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    const clang::QualType type = variable->getType();
    if (!holds_matrix(type)) return true;
    if (points_to_matrix(type)) return refuse(variable, k_no_pointers);
    const clang::LangAS space = type.getAddressSpace();
    if (variable->hasGlobalStorage() || (space != clang::LangAS::Default && space != clang::LangAS::opencl_private))
      return refuse(variable, "a cooperative matrix must be a private variable of a function");
    if (matrix_of(type) && variable->hasInit()) accept_result(variable->getInit());
    const auto* kernel = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
    if (kernel != nullptr && kernel->hasAttr<clang::DeviceKernelAttr>()) check_group(*variable, *kernel);
    return true;
  }

  bool VisitBlockDecl(clang::BlockDecl* block) override {
    for (const clang::BlockDecl::Capture& capture : block->captures()) {
      if (holds_matrix(capture.getVariable()->getType())) refuse(block, "a block cannot capture a cooperative matrix");
    }
    for (const clang::ParmVarDecl* parameter : block->parameters()) {
      if (holds_matrix(parameter->getType())) refuse(parameter, "a block cannot take a cooperative matrix");
    }
    return true;
  }

  // Each expression that is a matrix or takes one.
  bool VisitStmt(clang::Stmt* statement) override {
    if (!holds_matrix(statement) &&
        llvm::none_of(statement->children(), [](const clang::Stmt* child) { return holds_matrix(child); }))
      return true;
    if (llvm::isa<clang::AsmStmt>(statement)) return refuse(statement, "assembly cannot take cooperative matrices");
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    if (expression == nullptr || expression->containsErrors() || is_known(*expression)) return true;
    if (llvm::isa<clang::CastExpr, clang::AsTypeExpr>(expression))
      return refuse(expression, "cooperative matrices cannot be cast");
    if (llvm::isa<clang::LambdaExpr>(expression))
      return refuse(expression, "a lambda cannot capture a cooperative matrix");
    if (llvm::isa<clang::AbstractConditionalOperator>(expression))
      return refuse(expression, "operator '?:' is not for cooperative matrices");
    if (llvm::isa<clang::ExtVectorElementExpr>(expression))
      return refuse(expression, "a cooperative matrix has no components");
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression)) return true;  // looked at by its type
    if (llvm::isa<clang::MaterializeTemporaryExpr>(expression)) return refuse(expression, k_no_pointers);
    return refuse(expression, "this is not for cooperative matrices");
  }

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* element) override {
    const clang::Expr* base = element->getBase()->IgnoreParens();
    const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
    const bool is_array = decay != nullptr && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
    const auto matrix = matrix_of(base->getType());
    if (matrix && matrix->is_of_group && matrix->use != MatrixUse::k_accumulator)
      return refuse(element, "matrices A and B of a work-group have no elements of a work-item");
    if (is_array || (llvm::isa<clang::MaterializeTemporaryExpr>(base) && matrix_of(base->getType())))
      accepted_.insert(base);
    return true;
  }

  bool VisitInitListExpr(clang::InitListExpr* list) override {
    if (!holds_matrix(list->getType())) return true;
    const bool is_copy = list->getNumInits() == 1 && matrix_of(list->getInit(0)->getType());
    const auto is_left_out = [](const clang::Expr* init) { return llvm::isa<clang::ImplicitValueInitExpr>(init); };
    if (llvm::any_of(list->inits(), is_left_out) || list->hasArrayFiller() || (matrix_of(list->getType()) && !is_copy))
      return refuse(list, "initialise each matrix, by coop_mat_init for instance");
    for (const clang::Expr* element : list->inits()) accept_result(element);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
    const auto left = matrix_of(operation->getLHS()->getType());
    const auto right = matrix_of(operation->getRHS()->getType());
    if (!left && !right) return true;
    clang::BinaryOperatorKind code = operation->getOpcode();
    if (code == clang::BO_Comma) return true;
    if (code == clang::BO_Assign) {
      accept_result(operation->getRHS());
      return true;
    }
    if (operation->isCompoundAssignmentOp()) code = clang::BinaryOperator::getOpForCompoundAssignment(code);
    const bool is_scaling = code == clang::BO_Mul || code == clang::BO_Div;
    if (!is_scaling && code != clang::BO_Add && code != clang::BO_Sub) return refuse_operator(operation);
    if (is_scaling) accept_splat(operation->getRHS());
    if (code == clang::BO_Mul) accept_splat(operation->getLHS());
    check_arithmetic(operation, left ? *left : *right);
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
    const auto matrix = matrix_of(operation->getSubExpr()->getType());
    const clang::UnaryOperatorKind code = operation->getOpcode();
    if (code == clang::UO_Deref && holds_matrix(operation->getType())) return refuse(operation, k_no_pointers);
    if (code == clang::UO_AddrOf && holds_matrix(operation->getSubExpr()->getType()))
      return refuse(operation, k_no_pointers);
    if (!matrix) return true;
    if (code == clang::UO_Minus) {
      check_arithmetic(operation, *matrix);
    } else if (code != clang::UO_Extension) {
      refuse(operation,
             "unary operator '" + clang::UnaryOperator::getOpcodeStr(code).str() + "' is not for cooperative matrices");
    }
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) override {
    if (holds_matrix(trait->getTypeOfArgument()))
      refuse(trait, "a cooperative matrix has no size: coop_mat_length tells how many elements a work-item holds");
    return true;
  }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) override {
    if (cast->getCastKind() != clang::CK_VectorSplat || !matrix_of(cast->getType()) || accepted_.contains(cast))
      return true;
    if (call_in(cast) == nullptr) refuse(cast, "a number is no cooperative matrix: use coop_mat_init");
    return true;  // VisitCallExpr says more
  }

  bool VisitConvertVectorExpr(clang::ConvertVectorExpr* conversion) override {
    const auto from = matrix_of(conversion->getSrcExpr()->getType());
    const auto to = matrix_of(conversion->getType());
    if (!from && !to) return true;
    if (!from || !to || from->use != MatrixUse::k_accumulator)
      refuse(conversion, "clc_coop_mat_convert is for accumulators of equal shape");
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl());
    if (function != nullptr && has_matrices(*function) && !accepted_.contains(name))
      refuse(name, "a function of cooperative matrices can only be called");
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr) return true;
    accepted_.insert(call->getCallee()->IgnoreParenImpCasts());
    if (callee->getIdentifier() == nullptr) return true;
    const llvm::StringRef name = callee->getName();
    if (name == k_matrix_product) return check_product(*call);
    if (name == k_matrix_store) return check_store(*call);
    if (name == k_matrix_length) return check_length(*call);
    if (name == k_matrix_fetch) return check_fetch(*call);
    if (name == k_matrix_wait) return check_wait(*call);
    if (name == k_matrix_load || name == k_matrix_init || name == k_matrix_tile) {
      if (!accepted_.contains(call))
        refuse(call, "the result of " + name.str() + " must initialise a matrix or be assigned to one");
      if (name == k_matrix_load) check_memory(*call, 1);
      if (name == k_matrix_tile) check_layout(*call, 1);
      return true;
    }
    const bool is_builtin = callee->getBuiltinID() != 0 || is_in_header(*callee);
    for (const clang::Expr* argument : call->arguments()) {
      if (is_builtin && holds_matrix(argument)) refuse(argument, name.str() + " is not for cooperative matrices");
    }
    return true;
  }

 private:
  // Instances of templates repeat errors.
  bool refuse(clang::SourceLocation place, const std::string& text) {
    if (told_.emplace(place.getRawEncoding(), text).second) report_matrix_error(context_.getDiagnostics(), place, text);
    return true;
  }
  bool refuse(const clang::Decl* declaration, const std::string& text) {
    return refuse(declaration->getLocation(), text);
  }
  bool refuse(const clang::Expr* expression, const std::string& text) { return refuse(expression->getExprLoc(), text); }
  bool refuse(const clang::Stmt* statement, const std::string& text) { return refuse(statement->getBeginLoc(), text); }
  bool refuse_operator(const clang::BinaryOperator* operation) {
    return refuse(operation, "operator '" + operation->getOpcodeStr().str() + "' is not for cooperative matrices");
  }

  bool is_in_header(const clang::Decl& declaration) const {
    return context_.getSourceManager().isInSystemHeader(declaration.getLocation());
  }

  // Expressions that may be matrices or take them; Visit… look at some more closely.
  bool is_known(const clang::Expr& expression) const {
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&expression)) return is_known_cast(*cast);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression)) return call->getDirectCallee() != nullptr;
    return llvm::isa<clang::DeclRefExpr, clang::ParenExpr, clang::BinaryOperator, clang::UnaryOperator,
                     clang::ArraySubscriptExpr, clang::ConvertVectorExpr, clang::InitListExpr, clang::ExprWithCleanups,
                     clang::StmtExpr, clang::GenericSelectionExpr, clang::MemberExpr, clang::ImplicitValueInitExpr>(
               expression) ||
           accepted_.contains(&expression);
  }

  bool is_known_cast(const clang::CastExpr& cast) const {
    const clang::CastKind kind = cast.getCastKind();
    if (kind == clang::CK_ToVoid || accepted_.contains(&cast)) return true;
    if (!llvm::isa<clang::ImplicitCastExpr>(cast) || points_to_matrix(cast.getType())) return false;
    return kind == clang::CK_LValueToRValue || kind == clang::CK_NoOp || kind == clang::CK_VectorSplat;
  }

  void accept_splat(const clang::Expr* expression) {
    expression = expression->IgnoreParens();
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    if (cast != nullptr && cast->getCastKind() == clang::CK_VectorSplat) accepted_.insert(cast);
  }

  // Where the result of coop_mat_load or coop_mat_init becomes a matrix.
  void accept_result(const clang::Expr* expression) {
    const auto matrix = matrix_of(expression->getType());
    const clang::CallExpr* call = matrix ? call_in(expression) : nullptr;
    if (call == nullptr) return;
    accept_splat(expression);
    accepted_.insert(call);
    const llvm::StringRef name = call->getDirectCallee()->getName();
    const bool is_tile = matrix->is_of_group && matrix->use != MatrixUse::k_accumulator;
    if (is_tile && (name == k_matrix_load || name == k_matrix_init))
      refuse(call, "matrices A and B of a work-group are tiles in local memory: use clc_coop_mat_tile");
    if (!is_tile && name == k_matrix_tile)
      refuse(call, "only matrices A and B of a work-group are tiles in local memory");
    if (name != k_matrix_load && name != k_matrix_tile) return;
    const clang::QualType loaded = call->getType().getCanonicalType().getUnqualifiedType();
    const clang::QualType element = element_of(expression->getType());
    if (loaded != element) {
      refuse(call, "the pointer is to '" + loaded.getAsString() + "', and the matrix has elements of type '" +
                       element.getAsString() + "'");
    }
  }

  // Local memory that a kernel is given begins where tiles may not.
  static bool takes_local_memory(const clang::FunctionDecl& kernel) {
    return llvm::any_of(kernel.parameters(), [](const clang::ParmVarDecl* parameter) {
      const clang::QualType type = parameter->getType();
      return type->isPointerType() && type->getPointeeType().getAddressSpace() == clang::LangAS::opencl_local;
    });
  }

  // The work-items of a kernel that has a matrix of the work-group.
  void check_group(const clang::VarDecl& variable, const clang::FunctionDecl& kernel) {
    const auto type = matrix_of(context_.getBaseElementType(variable.getType()));
    if (!type || !type->is_of_group) return;
    if (type->use != MatrixUse::k_accumulator && takes_local_memory(kernel))
      refuse(&variable, "a kernel with tiles in local memory takes no local memory as an argument");
    const auto* size = kernel.getAttr<clang::ReqdWorkGroupSizeAttr>();
    if (size == nullptr) {
      refuse(&variable, "a kernel of matrices of the work-group needs reqd_work_group_size");
      return;
    }
    std::uint64_t items = 1;
    for (const clang::Expr* one : {size->getXDim(), size->getYDim(), size->getZDim()}) {
      const auto number = one->isValueDependent() ? std::nullopt : one->getIntegerConstantExpr(context_);
      if (!number) return;
      items *= number->getZExtValue();
    }
    const std::string wrong = group_error(*type, items);
    if (!wrong.empty()) refuse(&variable, wrong);
  }

  void check_arithmetic(const clang::Expr* operation, const MatrixType& type) {
    if (type.is_of_group && type.use != MatrixUse::k_accumulator)
      refuse(operation, "matrices A and B of a work-group have no arithmetic but products");
    if (type.component == Component::k_bfloat || float8_of(type.component))
      refuse(operation, "matrices of bfloat16 and fp8 have no arithmetic but products");
  }

  // The layout and the stride behind it.
  void check_memory(const clang::CallExpr& call, unsigned index) {
    check_layout(call, index);
    check_stride(call, index + 1);
  }

  void check_layout(const clang::CallExpr& call, unsigned index) {
    const clang::Expr* layout = call.getArg(index);
    const auto value = layout->isValueDependent() ? std::nullopt : layout->getIntegerConstantExpr(context_);
    if (!value || value->isNegative() || value->getExtValue() > 1) {
      refuse(layout, "the layout must be CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR or _COLUMN_MAJOR");
    }
  }

  void check_stride(const clang::CallExpr& call, unsigned index) {
    const clang::Expr* stride = call.getArg(index);
    if (!stride->IgnoreParenImpCasts()->getType()->isIntegerType())
      refuse(stride, "the stride must be an integer: the distance of rows or columns in elements");
  }

  bool check_store(const clang::CallExpr& call) {
    const clang::QualType pointer =
        call.getNumArgs() > 0 ? call.getArg(0)->IgnoreParenImpCasts()->getType() : call.getType();
    if (!is_fallback(call)) {
      check_memory(call, 2);
      const clang::QualType pointed =
          pointer->isArrayType() ? context_.getBaseElementType(pointer) : pointer->getPointeeType();
      // C converts pointers that are not alike.
      if (pointed.getCanonicalType().getUnqualifiedType() == element_of(call.getArg(1)->getType())) return true;
    } else if (call.getNumArgs() != 4)
      return refuse(&call, "coop_mat_store takes a pointer, a matrix, a layout and a stride");
    const clang::QualType matrix = call.getArg(1)->getType();
    if (!matrix_of(matrix)) return refuse(call.getArg(1), "the second argument must be a cooperative matrix");
    if (matrix_of(matrix)->is_of_group && matrix_of(matrix)->use != MatrixUse::k_accumulator)
      return refuse(call.getArg(1), "matrices A and B of a work-group cannot be stored");
    return refuse(call.getArg(0), "the pointer must be to '" + element_of(matrix).getAsString() +
                                      "' in global, local or generic memory, not '" + pointer.getAsString() + "'");
  }

  bool check_fetch(const clang::CallExpr& call) {
    if (!is_fallback(call)) {
      check_stride(call, 2);
      // C converts pointers that are not alike.
      const clang::QualType pointer = call.getArg(1)->IgnoreParenImpCasts()->getType();
      const clang::QualType pointed =
          pointer->isArrayType() ? context_.getBaseElementType(pointer) : pointer->getPointeeType();
      const clang::QualType element = element_of(call.getArg(0)->getType());
      if (pointed.getCanonicalType().getUnqualifiedType() == element) return true;
      return refuse(call.getArg(1), "the pointer must be to '" + element.getAsString() + "' in global memory, not '" +
                                        pointer.getAsString() + "'");
    }
    const auto matrix = call.getNumArgs() == 3 ? matrix_of(call.getArg(0)->getType()) : std::nullopt;
    if (matrix && matrix->is_of_group && matrix->use != MatrixUse::k_accumulator)
      return refuse(call.getArg(1), "the pointer must be to '" + element_of(call.getArg(0)->getType()).getAsString() +
                                        "' in global memory");
    return refuse(&call, "clc_coop_mat_fetch takes a matrix A or B of a work-group, a pointer and a stride");
  }

  bool check_wait(const clang::CallExpr& call) {
    constexpr unsigned k_most_products = 7;
    const auto products = call.getArg(1)->getIntegerConstantExpr(context_);
    if (products && !products->isNegative() && products->getExtValue() <= k_most_products) return true;
    return refuse(call.getArg(1),
                  "the number of products must be a constant from 0 to " + std::to_string(k_most_products));
  }

  bool check_length(const clang::CallExpr& call) {
    if (is_fallback(call)) return refuse(&call, "coop_mat_length takes a cooperative matrix or its type");
    // The null pointer that its macro makes.
    const clang::Expr* pointer = call.getArg(0);
    while (true) {
      accepted_.insert(pointer);
      if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer)) {
        pointer = cast->getSubExpr();
      } else if (const auto* inside = llvm::dyn_cast<clang::ParenExpr>(pointer)) {
        pointer = inside->getSubExpr();
      } else {
        return true;
      }
    }
  }

  bool check_product(const clang::CallExpr& call) {
    if (!is_fallback(call)) {
      if (call.getNumArgs() > 3) check_operands(call);
      return true;
    }
    if (call.getNumArgs() < 3 || call.getNumArgs() > 4)
      return refuse(&call, "coop_mat_mulAdd takes three matrices and operands");
    const auto type = [&](unsigned index) { return call.getArg(index)->getType(); };
    const std::string why = unfit(type(0), type(1), type(2));
    return refuse(&call, why.empty() ? "the operands must be a coop_matrix_operands_t" : why);
  }

  void check_operands(const clang::CallExpr& call) {
    constexpr std::uint64_t k_saturates = 16;
    const auto value = call.getArg(3)->getIntegerConstantExpr(context_);
    if (!value || value->isNegative() || value->getExtValue() >= 2 * static_cast<std::int64_t>(k_saturates)) {
      refuse(call.getArg(3), "the operands must be constants of coop_matrix_operands_t");
      return;
    }
    const std::uint64_t bits = value->getZExtValue();
    const clang::QualType sum = call.getArg(2)->getType();
    if ((bits & k_saturates) != 0 && !element_of(sum)->isIntegerType())
      refuse(call.getArg(3), "only sums of integers saturate");
    constexpr std::uint64_t k_widest = 16;
    if ((bits & k_saturates) != 0 && context_.getTypeSize(element_of(call.getArg(0)->getType())) > k_widest)
      refuse(call.getArg(3), "only sums of products of 8 and 16 bits saturate");
    for (unsigned i = 0; i < 4; ++i) {
      const clang::QualType type = i < 3 ? call.getArg(i)->getType() : sum;
      if ((bits >> i & 1U) != 0 && !element_of(type)->isSignedIntegerType())
        refuse(call.getArg(3), "the operands call a matrix signed that is not");
    }
  }

  clang::ASTContext& context_;
  std::set<const clang::Expr*> accepted_;
  std::vector<clang::VectorTypeLoc> vectors_;
  std::set<std::pair<unsigned, std::string>> told_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_matrix_checker(clang::ASTContext& context) {
  return std::make_unique<MatrixChecker>(context);
}

}  // namespace clc::worker
